import { createHash } from 'node:crypto'
import { Status } from '@fleetdeck/contract/enums'
import { ensureDataGroups, findDataGroupIds } from '../../domain/data-items/group-rows.queries.ts'
import { insertItems } from '../../domain/data-items/insert-items.queries.ts'
import { text } from '../../platform/http/language.ts'
import { findPresent } from './former-import.queries.ts'
import { type ImportContext, type Importer, judged, refusedFor } from './import-context.ts'
import type { Drafts } from './to-lines.ts'

type Item = Drafts['dataGroups']

const groupsOf = (lines: { draft: Item }[]) => [...new Set(lines.map(({ draft }) => draft.groupName))]
const md5 = (content: string) => createHash('md5').update(content).digest('hex')

/** Items, and the groups that they name; a line without content only names a group. */
export function importData(context: ImportContext): Importer<Item> {
  const { deps, language, owner } = context
  const { maxItemBytes } = deps.shared
  const planned = new Set<string>()
  const tooLong = { kilobytes: Math.floor(maxItemBytes / 1024) }

  return {
    async judge(db, lines) {
      const groups = await findDataGroupIds(db, owner, groupsOf(lines))
      const sought = lines.flatMap((line) => {
        const groupId = groups.get(line.draft.groupName)
        return groupId && line.draft.content ? [{ line, groupId, md5: md5(line.draft.content) }] : []
      })
      const found = await findPresent(db, sought)
      const present = new Set(sought.filter((_, place) => found.has(place)).map(({ line }) => line))
      const known = new Set([...groups.keys(), ...planned])
      return lines.map((line) => {
        const { groupName, content } = line.draft
        if (Buffer.byteLength(content) > maxItemBytes)
          return refusedFor(context, line, 'sharedData.tooLong', tooLong)
        if (present.has(line)) return judged(line, 'same')
        if (known.has(groupName)) return judged(line, content ? 'new' : 'same')
        known.add(groupName)
        return judged(line, 'new', text(language, 'formerImport.groupAdded', { name: groupName }))
      })
    },

    async write(tx, lines) {
      const fresh = lines.filter(({ state }) => state === 'new')
      const groups = await ensureDataGroups(tx, owner, groupsOf(fresh))
      for (const [groupName, groupId] of groups) {
        const items = fresh.flatMap(({ draft }) =>
          draft.groupName === groupName && draft.content
            ? [{ name: draft.name || groupName, content: draft.content }]
            : [],
        )
        if (items.length) await insertItems(tx, { groupId, dedupe: Status.off }, items)
      }
      return lines
    },

    note(lines) {
      for (const name of groupsOf(lines.filter(({ state }) => state === 'new'))) planned.add(name)
    },
  }
}
