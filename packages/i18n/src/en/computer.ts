import type { SameKeys } from '../catalogue.ts'
import type { computer as zhcn } from '../zhcn/computer.ts'

export const computer: SameKeys<typeof zhcn> = {
  'computer.known':
    'This computer is already enrolled with another token. Delete it in the console, then restart the agent.',
  'computer.full': 'No more than {{count}} computers can be enrolled. Delete those that are no longer used.',
  'computer.online': 'The computer “{{name}}” is online. Stop its agent before you delete it.',
  'computer.offline': 'The computer is offline, so it cannot get commands',
  'computer.silent': 'The computer did not answer within {{seconds}} s',
  'computer.unsupported': 'The agent of this computer cannot do this',
  'computer.notThere': 'The phone, hub or port is no longer at this computer',
  'computer.notPermitted': 'The agent lacks the permission of the system to do this. {{words}}',
  'computer.busy': 'This computer is already doing this',
  'computer.failed': 'The computer could not do this. {{words}}',
  'computer.nameRequired': 'Enter a name for the computer',
  'computer.nameLength': 'The name can have up to 50 characters',
  'computer.placeLength': 'The place can have up to 100 characters',
}
