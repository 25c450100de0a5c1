import type { components, paths } from '@shared/api/schema'

type Schemas = components['schemas']

export type Product = Schemas['Product']
export type ProductImage = Schemas['Image']
export type ProductSort = NonNullable<NonNullable<paths['/api/v1.0/products']['get']['parameters']['query']>['sort']>
export type ProductList = Schemas['ProductList']
export type Facets = Schemas['ProductFacets']
export type CartItem = Schemas['CartItem']
export type Order = Schemas['Order']
export type OrderDetail = Schemas['OrderDetail']
export type OrderItem = Schemas['OrderItem']
export type NewOrder = Schemas['CreateOrder']
export type AccountQuote = Schemas['AccountQuote']
export type PostalAddress = Schemas['PostalAddress']
export type Dashboard = Schemas['Dashboard']
export type Details = Schemas['Details']
export type DetailsChange = Schemas['UpdateDetails']
export type Address = Schemas['Address']
export type AddressBody = Schemas['SaveAddress']
export type WishlistItem = Schemas['WishlistItem']
export type Campaign = Schemas['Campaign']
export type Project = Schemas['Project']
export type ProjectCategory = NonNullable<Project['category']>
export type Store = Schemas['Store']
export type ShopTerms = Schemas['ShopTerms']
export type Instalment = Schemas['Instalment']
