import type { ProductImage } from '@desk/api/records'

/** The point of a picture that stays in sight where it is cut, in CSS. */
export const objectPosition = ({ focusX, focusY }: Pick<ProductImage, 'focusX' | 'focusY'>): string =>
  `${String(focusX)}% ${String(focusY)}%`
