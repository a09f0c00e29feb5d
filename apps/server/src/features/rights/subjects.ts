import type { Endpoint } from '@fleetdeck/contract/endpoint'
import { MenuType } from '@fleetdeck/contract/enums'
import type { RowKind, WhySubject } from '@fleetdeck/contract/rights'
import { session } from '@fleetdeck/contract/session'
import { requireFound } from '../../access/crud-handlers.ts'
import { scopeFor } from '../../access/data-scope.ts'
import { isEnabled } from '../../access/role-rights.ts'
import type { Deps } from '../../deps.ts'
import { enabledPages, listAllPages, type MenuRow } from '../../domain/menus/pages.queries.ts'
import { routeTree, rowsTo } from '../../domain/menus/route-tree.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { type Caller, may, maySeeMenu } from '../../platform/core/caller.ts'
import { permissionPages } from '../../platform/db/seed/permission-pages.ts'
import { rowKindTable } from './row-kinds.queries.ts'
import { findRow, listMenuPermissions, type NamedDepartments } from './why.queries.ts'

/** The subject of the question. The guard of its call decides first. */
export type Subject = PageSubject | CallSubject | RowSubject
export interface PageSubject {
  kind: 'page'
  endpoint: Endpoint
  /** From the top to the page, disabled ones too. */
  chain: MenuRow[]
  /** Whether the menu of a caller has it. */
  isShownTo: (caller: Caller) => boolean
}
interface CallSubject {
  kind: 'call'
  endpoint: Endpoint
}
export interface RowSubject {
  kind: 'row'
  endpoint: Endpoint
  rowKind: RowKind
  row: NonNullable<Awaited<ReturnType<typeof findRow>>>
}

/** A permission that is checked, although no call of its own requires it. */
const callWith = (permission: string) => ({ ...session.routers, permission })

const isPublic = ({ permission }: Endpoint) => permission === 'public' || permission === 'signed-in'

/** All permissions of the product, and those of the site's own menus that the reader has. */
export async function knownPermissions(
  { db }: Deps,
  reader: Caller,
  endpoints: readonly Endpoint[],
): Promise<ReadonlySet<string>> {
  const guarded = endpoints.filter((endpoint) => !isPublic(endpoint)).map(({ permission }) => permission)
  const held = (await listMenuPermissions(db)).filter((permission) => may(reader, permission))
  const known = new Set([...guarded, ...permissionPages.keys(), ...held])
  known.delete('')
  return known
}

/** Whether it is a page of the product, or one of the site's own that the reader sees. */
export const isKnownPage = (reader: Caller, row: MenuRow) => row.seedKey !== null || maySeeMenu(reader, row)

interface Asking {
  reader: Caller
  endpoints: readonly Endpoint[]
  named: NamedDepartments
}

/** @throws AppError notFound for rows that do not exist, or that the reader may not see */
export async function findSubject(deps: Deps, asked: WhySubject, asking: Asking): Promise<Subject> {
  if (asked.page !== undefined) return findPage(deps, asked.page, asking)
  if (asked.call !== undefined) return findCall(deps, asked.call, asking)
  return findAskedRow(deps, asked, asking)
}

async function findPage({ db }: Deps, path: string, { reader }: Asking): Promise<PageSubject> {
  const rows = await listAllPages(db)
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path
  const ids = requireFound(
    rowsTo(
      routeTree(rows, () => true),
      plain,
    ),
  )
  const chain = ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
  if (!chain.every((row) => isKnownPage(reader, row))) throw new AppError('notFound')
  const enabled = enabledPages(rows)
  const isShownTo = (caller: Caller) =>
    rowsTo(
      routeTree(enabled, (row) => maySeeMenu(caller, row)),
      plain,
    ) !== undefined
  return { kind: 'page', endpoint: session.routers, chain, isShownTo }
}

/** The row that decides about a page: the first one that a caller lacks, or the page itself. */
export function decidingRow({ chain }: PageSubject, caller: Caller): MenuRow {
  const off = chain.find((row) => !isEnabled(row))
  return requireFound(off ?? chain.find((row) => !maySeeMenu(caller, row)) ?? chain.at(-1))
}

/** Whether one caller has what decides about a page for another. A directory needs a page inside. */
export const isGiven = (subject: PageSubject, row: MenuRow, caller: Caller) =>
  row.menuType === MenuType.directory ? subject.isShownTo(caller) : maySeeMenu(caller, row)

async function findCall(deps: Deps, call: string, { reader, endpoints }: Asking): Promise<CallSubject> {
  const endpoint = endpoints.find(({ method, path }) => `${method} ${path}` === call)
  if (endpoint) return { kind: 'call', endpoint }
  if (!(await knownPermissions(deps, reader, endpoints)).has(call)) throw new AppError('notFound')
  return { kind: 'call', endpoint: callWith(call) }
}

async function findAskedRow({ db }: Deps, asked: WhySubject, { reader, named }: Asking): Promise<RowSubject> {
  const { kind, id, deviceNo } = asked
  if (kind === undefined) throw new AppError('notFound')
  const { permissions } = rowKindTable[kind]
  const [shows] = permissions
  const permission = asked.permission ?? shows
  const key = id === undefined ? { deviceNo: deviceNo ?? '' } : { id }
  if (!permissions.includes(permission) || !may(reader, shows)) throw new AppError('notFound')
  const viewer = { userId: reader.userId, scope: scopeFor(reader, shows) }
  const row = requireFound(await findRow(db, { kind, ...key }, viewer, named))
  return { kind: 'row', endpoint: callWith(permission), rowKind: kind, row }
}
