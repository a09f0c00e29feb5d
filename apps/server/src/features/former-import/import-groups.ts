import { ensureGroups, findGroupIds } from '../../domain/devices/group-rows.queries.ts'
import { type ImportContext, type Importer, judged } from './import-context.ts'
import type { Drafts } from './to-lines.ts'

type Group = Drafts['groups']

const namesOf = (lines: { draft: Group }[]) => lines.map(({ draft }) => draft.groupName)

/** @param planned groups that the import would have added */
export const importGroups = ({ owner }: ImportContext, planned: Set<string>): Importer<Group> => ({
  async judge(db, lines) {
    const present = await findGroupIds(db, owner, namesOf(lines))
    return lines.map((line) => judged(line, present.has(line.draft.groupName) ? 'same' : 'new'))
  },

  async write(tx, lines) {
    await ensureGroups(tx, owner, namesOf(lines.filter(({ state }) => state === 'new')))
    return lines
  },

  note(lines) {
    for (const name of namesOf(lines)) planned.add(name)
  },
})
