import { ownRights, rowKinds, userRights, type WhyQuestions } from '@fleetdeck/contract/rights'
import type { RouteNode } from '@fleetdeck/contract/session'
import type { FastifyInstance } from 'fastify'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { enabledPages, listAllPages } from '../../domain/menus/pages.queries.ts'
import { routeTree } from '../../domain/menus/route-tree.ts'
import { may } from '../../platform/core/caller.ts'
import { permissionPages } from '../../platform/db/seed/permission-pages.ts'
import { implement } from '../../platform/http/implement.ts'
import { explain } from './explain.ts'
import { rowKindTable } from './row-kinds.queries.ts'
import { isKnownPage, knownPermissions } from './subjects.ts'
import { listRows } from './why.queries.ts'

export function whyRoutes(app: FastifyInstance, deps: Deps) {
  const { db } = deps

  implement(app, ownRights, {
    why: ({ query, caller }) =>
      explain(deps, app.endpoints, {
        reader: { caller, scope: scopeFor(caller, userRights.why.permission) },
        userId: caller.userId,
        asked: query,
      }),
  })

  implement(app, userRights, {
    why: ({ query: { userId, ...asked }, caller }) =>
      explain(deps, app.endpoints, {
        reader: { caller, scope: scopeFor(caller, userRights.why.permission) },
        userId,
        asked,
      }),

    questions: async ({ caller }) => {
      const rows = enabledPages(await listAllPages(db))
      const known = await knownPermissions(deps, caller, app.endpoints)
      return {
        pages: listNodes(routeTree(rows, (row) => isKnownPage(caller, row))),
        calls: [...known]
          .sort()
          .map((permission) => ({ permission, page: permissionPages.get(permission) ?? '' })),
        kinds: rowKinds
          .map((kind) => ({ kind, permissions: [...rowKindTable[kind].permissions] }))
          .filter(({ permissions: [shows] }) => shows !== undefined && may(caller, shows)),
      }
    },

    rows: async ({ query, caller }) => {
      const [shows] = rowKindTable[query.kind].permissions
      if (!may(caller, shows)) return { list: [], total: 0 }
      const { list, total } = await listRows(
        db,
        { userId: caller.userId, scope: scopeFor(caller, shows) },
        query,
      )
      const labelled = list.map(({ id, name, ownerName }) => ({
        id,
        label: ownerName && ownerName !== name ? `${name} · ${ownerName}` : name,
      }))
      return { list: labelled, total }
    },
  })
}

/** Pages and directories in the order of the menu; links to other sites have no address here. */
function listNodes(nodes: readonly RouteNode[], parentPath = ''): WhyQuestions['pages'] {
  return nodes.flatMap((node) => {
    if (/^https?:/.test(node.path)) return []
    const path = parentPath ? `${parentPath}/${node.path}` : node.path
    const { title: label, langKey: labelKey } = node.meta
    const isDirectory = node.children.length > 0
    return [{ path, label, labelKey, isDirectory }, ...listNodes(node.children, path)]
  })
}
