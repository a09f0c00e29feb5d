import type { BodyOf, Contract, Endpoint, ParamsOf, QueryOf } from '@fleetdeck/contract/endpoint'
import type { UserId } from '@fleetdeck/contract/ids'
import type { Language } from '@fleetdeck/i18n/languages'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AppError } from '../platform/core/app-error.ts'
import type { Caller } from '../platform/core/caller.ts'
import { exportSheet, mapEach, type Sheet } from '../platform/crud/export-sheet.ts'
import type { Db } from '../platform/db/db.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import type { Handlers } from '../platform/http/implement.ts'
import type { ParameterStore } from '../platform/parameters/parameter-store.ts'
import { type Scope, scopeFor } from './data-scope.ts'
import { requireUser } from './visible-rows.ts'

interface Deps {
  db: Db
  files: FileStore
  parameters: ParameterStore
}

/** The result of `crudQueries()`; a feature may replace each of them. */
interface Queries<Filter, Row, Values, Id> {
  list(db: Db, scope: Scope, query: Filter): Promise<{ list: Row[]; total: number }>
  each(db: Db, scope: Scope, query: Filter): AsyncIterable<Row>
  find(db: Db, scope: Scope, ids: Id[], language: Language): Promise<Row[]>
  names(db: Db, ids: Id[]): Promise<string[]>
  allVisible(db: Db, scope: Scope, ids: Id[]): Promise<boolean>
  insert(db: Db, values: Values): Promise<unknown>
  update(db: Db, id: Id, values: Values): Promise<unknown>
  remove(db: Db, ids: Id[]): Promise<unknown>
}
type AnyQueries = Queries<never, object, never, never>
type ListedOf<Q extends AnyQueries> = Awaited<ReturnType<Q['list']>>['list'][number]
type FoundOf<Q extends AnyQueries> = Awaited<ReturnType<Q['find']>>[number]
type FilterOf<Q extends AnyQueries> = Parameters<Q['list']>[2]
type NewOf<Q extends AnyQueries> = Parameters<Q['insert']>[1]
type ChangeOf<Q extends AnyQueries> = Parameters<Q['update']>[2]
type IdOf<Q extends AnyQueries> = Parameters<Q['update']>[1]
type Answer<E extends Endpoint> = z.input<E['data']>

/** The data that a filter may depend on in addition to its query. */
interface Site {
  timeZone: string
  language: Language
}
type ListFilter<E extends Endpoint> = z.output<QueryOf<E>> & Site
/** The kind of the ids that a call names. */
type IdSentTo<E extends Endpoint> = IdIn<z.output<QueryOf<E>> | z.output<ParamsOf<E>> | z.output<BodyOf<E>>>
type IdIn<Sent> = Sent extends { id: infer Id } | { ids: (infer Id)[] } ? Id : never

type If<Given, Wanted, Name> = [Given] extends [Wanted] ? Name : never
/** Reading calls that the queries can answer. */
type ReadCalls<C extends Contract, Q extends AnyQueries> =
  | If<
      { list: ListedOf<Q>[]; total: number },
      Answer<C['list']>,
      If<ListFilter<C['list']>, FilterOf<Q>, 'list'>
    >
  | If<FoundOf<Q>, Answer<C['one']>, If<IdSentTo<C['one']>, IdOf<Q>, 'one'>>
/** Writing calls whose bodies, together with `Added`, contain all columns that the table requires. */
type WriteCalls<C extends Contract, Q extends AnyQueries, Added> =
  | If<Omit<z.output<BodyOf<C['add']>>, keyof Added> & Added, NewOf<Q>, If<null, Answer<C['add']>, 'add'>>
  | If<
      Omit<z.output<BodyOf<C['edit']>>, 'id' | keyof Added> & Added,
      ChangeOf<Q>,
      If<IdSentTo<C['edit']>, IdOf<Q>, 'edit'>
    >
  | If<IdSentTo<C['remove']>, IdOf<Q>, 'remove'>
type Crud<C extends Contract, Q extends AnyQueries, Added> = Pick<
  Handlers<C>,
  keyof C & (ReadCalls<C, Q> | WriteCalls<C, Q, Added>)
>
/** The export exists when the columns of its sheet are given. */
type Exporting<C extends Contract, Q extends AnyQueries> = Pick<
  Handlers<C>,
  keyof C & If<ListFilter<C['export']>, FilterOf<Q>, 'export'>
>

interface IdCall {
  query?: { id?: number; ids?: number[] }
  params?: { id?: number; ids?: number[] }
  body?: { ids?: number[] }
  caller: Caller
  language: Language
  request: FastifyRequest
}
interface BodyCall {
  body: { id: number; tenantId?: UserId }
  caller: Caller
  language: Language
}
interface ListCall {
  query: object
  caller: Caller
  language: Language
}

/** The scope of the caller's permission for a call of a contract. */
export const scopesOf =
  <C extends Contract>(contract: C) =>
  (caller: Caller, call: keyof C): Scope =>
    scopeFor(caller, (contract[call] as Endpoint).permission)

/** @throws AppError when the row does not exist, or the caller may not see it */
export function requireFound<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new AppError('notFound')
  return row
}

/** @throws AppError unless all of these were found; ids may repeat */
export function requireAll<Row>(rows: Row[], ids: number[]): Row[] {
  if (rows.length !== new Set(ids).size) throw new AppError('notFound')
  return rows
}

/** The same queries, with rows as callers of a language see them. */
export function showRows<Q extends AnyQueries, Shown>(
  queries: Q,
  show: (row: ListedOf<Q>, language: Language) => Shown,
) {
  const { list, each, find } = queries as unknown as Queries<object, ListedOf<Q>, object, IdOf<Q>>
  return {
    ...queries,
    list: async (db: Db, scope: Scope, query: FilterOf<Q> & Site) => {
      const { language }: Site = query
      const found = await list(db, scope, query)
      return { ...found, list: found.list.map((row) => show(row, language)) }
    },
    each: (db: Db, scope: Scope, query: FilterOf<Q> & Site) => {
      const { language }: Site = query
      return mapEach(each(db, scope, query), (row) => show(row, language))
    },
    find: async (db: Db, scope: Scope, ids: IdOf<Q>[], language: Language) =>
      (await find(db, scope, ids, language)).map((row) => show(row, language)),
  }
}

/**
 * The usual calls of a table, each within the scope that its permission gives the caller. Calls that the queries cannot
 * answer as the contract requires are missing, so that `implement()` demands the feature's own handler.
 */
export function crudHandlers<C extends Contract, Q extends AnyQueries>(
  deps: Deps,
  contract: C,
  queries: Q,
): Crud<C, Q, unknown>
export function crudHandlers<C extends Contract, Q extends AnyQueries>(
  deps: Deps,
  contract: C,
  queries: Q,
  sheet: Sheet<ListedOf<Q>>,
): Crud<C, Q, unknown> & Exporting<C, Q>
export function crudHandlers<C extends Contract, Q extends AnyQueries>(
  { db, files, parameters }: Deps,
  contract: C,
  queries: Q,
  sheet?: Sheet<ListedOf<Q>>,
): Crud<C, Q, unknown> {
  const { list, each, find, names, allVisible, insert, update, remove } = queries as unknown as Queries<
    object,
    ListedOf<Q>,
    object,
    number
  >
  const scopeOf = scopesOf(contract)
  const inSite = (query: object, language: Language) => ({
    ...query,
    timeZone: parameters.get('sys.timeZone'),
    language,
  })
  const handlers = {
    list: ({ query, caller, language }: ListCall) =>
      list(db, scopeOf(caller, 'list'), inSite(query, language)),

    one: async ({ query, params, caller, language }: IdCall) => {
      const id = query?.id ?? params?.id
      const rows = id === undefined ? [] : await find(db, scopeOf(caller, 'one'), [id], language)
      return requireFound(rows[0])
    },

    add: async ({ body }: BodyCall) => {
      await insert(db, body)
      return null
    },

    edit: async ({ body: { id, ...change }, caller }: BodyCall) => {
      if (!(await allVisible(db, scopeOf(caller, 'edit'), [id]))) throw new AppError('notFound')
      await update(db, id, change)
      return null
    },

    remove: async ({ query, params, body, caller, request }: IdCall) => {
      const ids = query?.ids ?? params?.ids ?? body?.ids ?? []
      if (!(await allVisible(db, scopeOf(caller, 'remove'), ids))) throw new AppError('notFound')
      const subjects = await names(db, ids)
      if (subjects.length) request.subjects = subjects
      await remove(db, ids)
      return null
    },

    export: ({ query, caller, language }: ListCall) => {
      if (!sheet) throw new AppError('notFound')
      const rows = each(db, scopeOf(caller, 'export'), inSite(query, language))
      return exportSheet({ files, parameters }, sheet, rows, { caller, language })
    },
  }
  return handlers as unknown as Crud<C, Q, unknown>
}

/** The same for rows that belong to a user: without an owner they belong to the caller, and owners must be in scope. */
export function ownedCrudHandlers<C extends Contract, Q extends AnyQueries>(
  deps: Deps,
  contract: C,
  queries: Q,
  sheet: Sheet<ListedOf<Q>>,
): Crud<C, Q, { tenantId: UserId }> & Exporting<C, Q> {
  const { db } = deps
  const { find, insert, update } = queries as unknown as Queries<object, { tenantId: UserId }, object, number>
  const scopeOf = scopesOf(contract)
  const handlers = {
    ...crudHandlers(deps, contract, queries, sheet),

    add: async ({ body, caller }: BodyCall) => {
      const { tenantId = caller.userId } = body
      await requireUser(db, scopeOf(caller, 'add'), tenantId)
      await insert(db, { ...body, tenantId })
      return null
    },

    edit: async ({ body: { id, ...change }, caller, language }: BodyCall) => {
      const scope = scopeOf(caller, 'edit')
      const row = requireFound((await find(db, scope, [id], language))[0])
      const { tenantId = row.tenantId } = change
      if (tenantId !== row.tenantId) await requireUser(db, scope, tenantId)
      await update(db, id, { ...change, tenantId })
      return null
    },
  }
  return handlers as unknown as Crud<C, Q, { tenantId: UserId }> & Exporting<C, Q>
}
