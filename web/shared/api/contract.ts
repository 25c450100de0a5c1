import type { components, paths } from './schema'

export type { paths }
export type Schemas = components['schemas']

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Root = '/api/v1.0'

/** The operation of a path below `/api/v1.0`. */
type Operation<Paths, M extends Method, P extends string> = `${Root}${P}` extends infer Full extends keyof Paths
  ? Paths[Full] extends Record<Lowercase<M>, infer O>
    ? O
    : never
  : never

/** The paths below `/api/v1.0` that have a method. */
export type PathOf<Paths, M extends Method> = {
  [Full in keyof Paths]: Paths[Full] extends Record<Lowercase<M>, object> ? (Full extends `${Root}${infer P}` ? P : never) : never
}[keyof Paths]

type BodyOf<O> = O extends { responses: { 200: { content: { 'application/json': infer Body } } } } ? Body : never

/**
 * Fields that a body has beside its `data`; a body with one of them is answered whole. Other fields may be added to an envelope
 * without a change of what callers get.
 */
export const beside = ['totalRecords', 'catalogueUrl'] as const

/** Result of a call: the `data` of its envelope, the whole body of a list, or a body without an envelope. */
type AnswerOf<Body> =
  Extract<keyof Body, (typeof beside)[number]> extends never ? (Body extends { success: boolean; data: infer Data } ? Data : Body) : Body

export type Answer<Paths, M extends Method, P extends string> = AnswerOf<BodyOf<Operation<Paths, M, P>>>

/** A part of an operation that its callers give: required, optional, or absent. */
type Field<Name extends string, O, Key extends string> =
  O extends Record<Key, infer Value>
    ? Record<Name, Value>
    : O extends Partial<Record<Key, infer Value>>
      ? [NonNullable<Value>] extends [never]
        ? object
        : Partial<Record<Name, NonNullable<Value>>>
      : object

/** The parameters in the path and the query of a call. */
export type Params<Paths, M extends Method, P extends string> = ParamsOf<Operation<Paths, M, P>>

type ParamsOf<O> = O extends { parameters: infer Given } ? Field<'path', Given, 'path'> & Field<'query', Given, 'query'> : object

type KeyField<O> = O extends { parameters: { header: { 'Idempotency-Key': string } } }
  ? { key: string }
  : O extends { parameters: { header?: { 'Idempotency-Key'?: string | null } } }
    ? { key?: string }
    : object

type BodyField<O> = O extends { requestBody: { content: { 'application/json': infer Body } } }
  ? { body: Body }
  : O extends { requestBody?: { content: { 'application/json': infer Body } } }
    ? { body?: Body }
    : object

/** All that a call sends. `key` is the idempotency key, the same for each repetition. */
export type Input<Paths, M extends Method, P extends string> = InputOf<Operation<Paths, M, P>>

type InputOf<O> = ParamsOf<O> & KeyField<O> & BodyField<O> & { signal?: AbortSignal }

/** The argument after method and path, which may be left out where all of its fields are optional. */
export type Rest<T> = object extends T ? [input?: T] : [input: T]
