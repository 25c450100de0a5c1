/** Types of the calls, in the shape that `npm run generate` writes from the gateway's OpenAPI document. */
export interface paths {
  '/api/v1.0/Sessions/validate-session': {
    post: { responses: { 200: { content: { 'application/json': components['schemas']['Acknowledgement'] } } } }
  }
  '/api/v1.0/products': {
    get: {
      parameters: {
        query?: {
          page?: number
          limit?: number
          sort?: components['schemas']['ProductSort']
          categoryId?: number
          minPrice?: number
          maxPrice?: number
        }
      }
      responses: { 200: { content: { 'application/json': components['schemas']['ProductPage'] } } }
    }
  }
  '/api/v1.0/products/{id}': {
    get: {
      parameters: { path: { id: number } }
      responses: { 200: { content: { 'application/json': components['schemas']['ProductEnvelope'] } } }
    }
  }
  '/api/v1.0/products/category/{categoryId}': {
    get: {
      parameters: { path: { categoryId: number }; query?: { page?: number; limit?: number } }
      responses: { 200: { content: { 'application/json': components['schemas']['Product'][] } } }
    }
  }
  '/api/v1.0/products/category/{categoryId}/count': {
    get: {
      parameters: { path: { categoryId: number } }
      responses: { 200: { content: { 'application/json': number } } }
    }
  }
  '/api/v1.0/products/search': {
    get: {
      parameters: { query: { searchTerm: string; page?: number; limit?: number } }
      responses: { 200: { content: { 'application/json': components['schemas']['ProductPage'] } } }
    }
  }
  '/api/v1.0/products/suggest': {
    get: {
      parameters: { query: { q: string } }
      responses: { 200: { content: { 'application/json': components['schemas']['SuggestionList'] } } }
    }
  }
  '/api/v1.0/promocodes': {
    get: { responses: { 200: { content: { 'application/json': components['schemas']['PromoList'] } } } }
  }
  '/api/v1.0/stores': {
    get: { responses: { 200: { content: { 'application/json': components['schemas']['StoreList'] } } } }
  }
  '/api/v1.0/carts/current': {
    get: { responses: { 200: { content: { 'application/json': components['schemas']['CartEnvelope'] } } } }
  }
  '/api/v1.0/carts/create': {
    post: { responses: { 200: { content: { 'application/json': components['schemas']['CartEnvelope'] } } } }
  }
  '/api/v1.0/carts/add-item': {
    post: {
      requestBody: {
        content: { 'application/json': { cartId: string; productId: number; quantity: number } }
      }
      responses: { 200: { content: { 'application/json': components['schemas']['Acknowledgement'] } } }
    }
  }
  '/api/v1.0/account/wishlist': {
    delete: { responses: { 200: { content: { 'application/json': components['schemas']['Acknowledgement'] } } } }
    get: { responses: { 200: { content: { 'application/json': components['schemas']['WishlistEnvelope'] } } } }
  }
  '/api/v1.0/account/wishlist/{productId}': {
    post: {
      parameters: { path: { productId: number } }
      responses: { 200: { content: { 'application/json': components['schemas']['Acknowledgement'] } } }
    }
    delete: {
      parameters: { path: { productId: number } }
      responses: { 200: { content: { 'application/json': components['schemas']['Acknowledgement'] } } }
    }
  }
  '/api/v1.0/Auth/sign-in': {
    post: { requestBody: { content: { 'application/json': components['schemas']['Credentials'] } }; responses: { 200: { content: { 'application/json': components['schemas']['Acknowledgement'] } } } }
  }
  '/api/v1.0/Auth/register': {
    post: { requestBody: { content: { 'application/json': components['schemas']['Registration'] } }; responses: { 200: { content: { 'application/json': components['schemas']['Acknowledgement'] } } } }
  }
  '/api/v1.0/Auth/sign-out': {
    post: { responses: { 200: { content: { 'application/json': components['schemas']['Acknowledgement'] } } } }
  }
  '/api/v1.0/Auth/forgot-password': {
    post: { parameters: { query?: { email?: string } }; requestBody?: { content: { 'application/json': { email?: string } } }; responses: { 200: { content: { 'application/json': components['schemas']['Acknowledgement'] } } } }
  }
  '/api/v1.0/Auth/reset-password': {
    post: { requestBody: { content: { 'application/json': { token: string; newPassword: string } } }; responses: { 200: { content: { 'application/json': components['schemas']['Acknowledgement'] } } } }
  }
  '/api/v1.0/carts/items/{productId}': {
    patch: { parameters: { path: { productId: number } }; requestBody: { content: { 'application/json': { quantity: number } } }; responses: { 200: { content: { 'application/json': components['schemas']['Acknowledgement'] } } } }
    delete: { parameters: { path: { productId: number } }; responses: { 200: { content: { 'application/json': components['schemas']['Acknowledgement'] } } } }
  }
  '/api/v1.0/orders': {
    post: { parameters: { header?: { 'Idempotency-Key'?: string } }; requestBody: { content: { 'application/json': components['schemas']['NewOrder'] } }; responses: { 200: { content: { 'application/json': components['schemas']['OrderEnvelope'] } } } }
  }
  '/api/v1.0/account/dashboard': { get: { responses: { 200: { content: { 'application/json': components['schemas']['DashboardEnvelope'] } } } } }
  '/api/v1.0/account/details': {
    get: { responses: { 200: { content: { 'application/json': components['schemas']['DetailsEnvelope'] } } } }
    put: { requestBody: { content: { 'application/json': components['schemas']['DetailsChange'] } }; responses: { 200: { content: { 'application/json': components['schemas']['Acknowledgement'] } } } }
  }
  '/api/v1.0/account/orders': {
    get: { parameters: { query?: { page?: number; limit?: number; status?: string; search?: string } }; responses: { 200: { content: { 'application/json': components['schemas']['OrderPage'] } } } }
  }
  '/api/v1.0/account/orders/{id}': {
    get: { parameters: { path: { id: string } }; responses: { 200: { content: { 'application/json': components['schemas']['OrderEnvelope'] } } } }
  }
  '/api/v1.0/account/orders/{id}/cancel': {
    post: { parameters: { path: { id: string } }; responses: { 200: { content: { 'application/json': components['schemas']['Acknowledgement'] } } } }
  }
  '/api/v1.0/account/addresses': {
    get: { responses: { 200: { content: { 'application/json': components['schemas']['AddressListEnvelope'] } } } }
    post: { requestBody: { content: { 'application/json': components['schemas']['AddressBody'] } }; responses: { 200: { content: { 'application/json': components['schemas']['Acknowledgement'] } } } }
  }
  '/api/v1.0/account/addresses/{id}': {
    put: { parameters: { path: { id: string } }; requestBody: { content: { 'application/json': components['schemas']['AddressBody'] } }; responses: { 200: { content: { 'application/json': components['schemas']['Acknowledgement'] } } } }
    delete: { parameters: { path: { id: string } }; responses: { 200: { content: { 'application/json': components['schemas']['Acknowledgement'] } } } }
  }
  '/api/v1.0/account/addresses/{id}/default': {
    post: { parameters: { path: { id: string } }; responses: { 200: { content: { 'application/json': components['schemas']['Acknowledgement'] } } } }
  }
}

export interface components {
  schemas: {
    Acknowledgement: { success: boolean; message: string | null; data?: unknown }
    ProductSort: 'default' | 'popularity' | 'rating' | 'latest' | 'price_low' | 'price_high'
    Image: {
      imageUrl: string
      width: number
      height: number
      color: string | null
      placeholder: string | null
    }
    Product: {
      id: number
      code: string
      name: string
      nameAz: string
      nameRu: string
      nameEn: string
      description: string
      descriptionAz: string
      descriptionRu: string
      descriptionEn: string
      price: number
      discount: number
      userSpecificDiscount: number
      categoryId: number
      categoryName: string
      categoryNameAz: string
      categoryNameRu: string
      categoryNameEn: string
      isActive: boolean
      externalMeasurement: string
      externalMeasurementAz: string
      externalMeasurementRu: string
      externalMeasurementEn: string
      internalMeasurement: string
      internalMeasurementAz: string
      internalMeasurementRu: string
      internalMeasurementEn: string
      features: string
      featuresAz: string
      featuresRu: string
      featuresEn: string
      stockQuantity: number | null
      stock: number | null
      createdAt: string
      popularity: number
      rating: number
      reviewCount: number
      colors: string[]
      images: components['schemas']['Image'][]
    }
    ProductPage: {
      success: boolean
      message: string | null
      data: components['schemas']['Product'][]
      totalRecords: number
      totalPages: number
    }
    ProductEnvelope: { success: boolean; message: string | null; data: components['schemas']['Product'] }
    Suggestion: {
      id: number
      name: string
      nameAz: string
      nameRu: string
      nameEn: string
      price: number
      discount: number
      imageUrl: string | null
    }
    SuggestionList: { success: boolean; message: string | null; data: components['schemas']['Suggestion'][] }
    Promo: { textAz: string; textRu: string; textEn: string }
    PromoList: { success: boolean; message: string | null; data: components['schemas']['Promo'][] }
    Store: {
      id: number
      facebook: string | null
      instagram: string | null
      linkedin: string | null
      whatsapp: string | null
    }
    StoreList: { success: boolean; message: string | null; data: components['schemas']['Store'][] }
    CartItem: {
      productId: number
      productName: string
      productNameAz: string
      productNameRu: string
      productNameEn: string
      productDescription: string
      productDescriptionAz: string
      productDescriptionRu: string
      productDescriptionEn: string
      productPrice: number | null
      isActive: boolean
      productImage: string | null
      discount: number | null
      userSpecificDiscount: number | null
      quantity: number
    }
    Cart: { id: string; cartItems: components['schemas']['CartItem'][] }
    CartEnvelope: { success: boolean; message: string | null; data: components['schemas']['Cart'] | null }
    WishlistItem: {
      id: string
      productId: number
      productName: string
      productNameAz: string
      productNameRu: string
      productNameEn: string
      productImage: string | null
      price: number | null
      discount: number
      userSpecificDiscount: number | null
      stockQuantity: number | null
      isActive: boolean
    }
    WishlistEnvelope: { success: boolean; message: string | null; data: components['schemas']['WishlistItem'][] }
    Credentials: { email: string; password: string }
    Registration: { name: string; lastname: string; email: string; password: string }
    PostalAddress: {
      firstName: string
      lastName: string
      email: string
      phone: string
      address: string
      city: string
      state: string
      postalCode: string
      country: string
    }
    NewOrder: {
      userId?: string
      status?: string
      paymentStatus?: string
      shippingAddress: components['schemas']['PostalAddress']
      billingAddress?: components['schemas']['PostalAddress']
      orderItems: { productId: number; quantity: number }[]
      expectedTotal?: number
    }
    OrderItem: {
      productId: number
      productName: string
      productNameAz: string
      productNameRu: string
      productNameEn: string
      productImage: string | null
      quantity: number
      unitPrice: number
      subtotal: number
    }
    Order: {
      id: string
      orderNumber: string
      orderDate: string
      status: string
      paymentStatus: string
      totalAmount: number
      items: components['schemas']['OrderItem'][]
      history?: { status: string; at: string }[]
      shippingAddress?: components['schemas']['PostalAddress']
    }
    OrderEnvelope: { success: boolean; message: string | null; data: components['schemas']['Order'] }
    OrderPage: {
      success: boolean
      message: string | null
      data: components['schemas']['Order'][]
      totalRecords: number
      totalPages: number
      page: number
      limit: number
    }
    Dashboard: {
      totalOrders: number
      wishlistItems: number
      savedAddresses: number
      recentOrders: { orderNumber: string; orderDate: string; status: string; totalAmount: number }[]
    }
    DashboardEnvelope: { success: boolean; message: string | null; data: components['schemas']['Dashboard'] }
    Details: { id: string; name: string; lastname: string; email: string }
    DetailsEnvelope: { success: boolean; message: string | null; data: components['schemas']['Details'] }
    DetailsChange: { name: string; lastname: string; currentPassword?: string; newPassword?: string }
    AddressBody: {
      fullName: string
      phoneNumber: string
      streetAddress: string
      apartment?: string | null
      city: string
      state: string
      zipCode: string
      country: string
      isDefaultShipping: boolean
      isDefaultBilling: boolean
    }
    Address: components['schemas']['AddressBody'] & { id: string }
    AddressListEnvelope: { success: boolean; message: string | null; data: components['schemas']['Address'][] }
  }
}
