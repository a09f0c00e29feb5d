import type { MenuId } from '@fleetdeck/contract/ids'
import { menus } from '@fleetdeck/contract/menus'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { mapDbErrors } from '../../platform/crud/map-db-errors.ts'
import { implement } from '../../platform/http/implement.ts'
import * as queries from './menus.queries.ts'
import * as rules from './menus.rules.ts'

export function menuRoutes(app: FastifyInstance, { db, changes }: Deps) {
  const checkHeld = async (caller: Caller, ids: MenuId[]) => {
    if (!(await queries.allHeld(db, caller, ids))) throw new AppError('notFound')
  }

  implement(app, menus, {
    list: async ({ query, caller }) => {
      const held = await queries.listHeldMenus(db, caller)
      const { menuName, status } = query
      if (menuName === undefined && status === undefined) return { list: rules.menuRowTree(held) }
      const paths = rules.fullPaths(held)
      const wanted = menuName?.toLowerCase() ?? ''
      const fits = held.filter(
        (row) =>
          row.menuName.toLowerCase().includes(wanted) && (status === undefined || row.status === status),
      )
      return { list: fits.map((row) => rules.asRow(row, paths)) }
    },

    parents: async ({ caller }) => ({
      parentList: rules.menuChoices(await queries.listHeldMenus(db, caller)),
    }),

    one: async ({ query, caller }) => {
      const held = await queries.listHeldMenus(db, caller)
      const row = held.find(({ id }) => id === query.id)
      if (!row) throw new AppError('notFound')
      return { menu: rules.asRow(row, rules.fullPaths(held)), parentList: rules.menuChoices(held) }
    },

    permissions: async () => rules.knownPermissions(app.endpoints),

    add: async ({ body, caller }) => {
      const menu = rules.checkedMenu(body, caller)
      if (menu.parentId !== null) await checkHeld(caller, [menu.parentId])
      rules.checkPlace(await queries.listPlaces(db), menu)
      await mapDbErrors(queries.insertMenu(db, menu), rules.refusals)
      await changes.rights()
      return null
    },

    edit: async ({ body, caller }) => {
      const { id, ...draft } = body
      await checkHeld(caller, draft.parentId ? [id, draft.parentId] : [id])
      const menu = rules.checkedMenu(draft, caller)
      rules.checkPlace(await queries.listPlaces(db), { ...menu, id })
      await mapDbErrors(queries.updateMenu(db, id, menu), rules.refusals)
      await changes.rights()
      return null
    },

    saveOrder: async ({ body, caller }) => {
      const ids = body.rows.map((row) => row.id)
      await checkHeld(caller, ids)
      await queries.updateOrder(db, body.rows)
      await changes.rights()
      return null
    },

    remove: async ({ body, caller }) => {
      await checkHeld(caller, body.ids)
      rules.checkRemovable(await queries.listHindrances(db, body.ids))
      await queries.deleteMenus(db, body.ids)
      await changes.rights()
      return null
    },
  })
}
