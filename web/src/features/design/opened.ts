import { Designer } from './Designer'
import { SharedDesign } from './SharedDesign'

/** The screens of a design that is open, in one chunk. */
export const screens = { Designer, SharedDesign }
export type Screens = typeof screens
