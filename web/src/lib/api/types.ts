import type { components } from './schema'

type Schemas = components['schemas']

export type Product = Schemas['Product']
export type ProductImage = Schemas['Image']
export type ProductSort = Schemas['ProductSort']
export type ProductPage = Schemas['ProductPage']
export type Suggestion = Schemas['Suggestion']
export type Promo = Schemas['Promo']
export type Store = Schemas['Store']
export type Cart = Schemas['Cart']
export type CartItem = Schemas['CartItem']
