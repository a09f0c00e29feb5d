import type { SameKeys } from '../catalogue.ts'
import type { task as zhcn } from '../zhcn/task.ts'

export const task: SameKeys<typeof zhcn> = {
  'platform.title': 'Platforms',
  'platform.add': 'Add platform',
  'platform.edit': 'Edit platform',
  'platform.name': 'Platform name',
  'platform.owner': 'Owner',
  'platform.ownerHint': 'Left empty, it is yours',
  'platform.created': 'Created',
  'platform.modified': 'Changed',
  'platform.nameRequired': 'Platform name cannot be empty',
  'platform.nameLength': 'Platform name has at most 50 characters',
  'platform.nameTaken': 'This user already has a platform of that name',
  'platform.empty': 'No platforms yet. Each script belongs to one: add the first.',
}
