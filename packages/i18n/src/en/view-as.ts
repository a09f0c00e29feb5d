import type { SameKeys } from '../catalogue.ts'
import type { viewAs as zhcn } from '../zhcn/view-as.ts'

export const viewAs: SameKeys<typeof zhcn> = {
  'viewAs.readOnly': 'This is a read-only view, so nothing can be changed here',
  'viewAs.own': 'This is your own account, so there is nothing to view',
  'viewAs.builtIn': '{{name}} is the super admin, and nobody can view the console as this user',
  'viewAs.stronger': '{{name}} sees more than you do, so you cannot view the console as this user',
  'viewAs.roleStronger':
    'The role {{name}} goes beyond your own rights, so you cannot view the console as this role',
  'viewAs.accountOff':
    '{{name}} cannot sign in: the account, or one above it, is disabled. There is nothing to view.',
  'viewAs.accountExpired':
    '{{name}} cannot sign in: the account, or one above it, has expired. There is nothing to view.',
  'viewAs.none': 'The console is not seen as somebody else',
  'viewAs.action': 'View as…',
  'viewAs.question': 'View the console as “{{name}}”?',
  'viewAs.roleQuestion': 'View the console as the role “{{name}}”?',
  'viewAs.hint':
    'This tab shows the menus, buttons and rows that “{{name}}” sees, read-only, for up to {{minutes}} min. Start and end are logged. Phone screens are not shown.',
  'viewAs.roleHint':
    'This tab shows the menus, buttons and rows of a user who has only this role and owns nothing, read-only, for up to {{minutes}} min. Start and end are logged. Phone screens are not shown.',
  'viewAs.start': 'Start view',
  'viewAs.label': 'View as',
  'viewAs.asUser': 'You see the console as “{{name}}”',
  'viewAs.asRole': 'You see the console as the role “{{name}}”',
  'viewAs.roles': 'roles: {{names}}',
  'viewAs.noRoles': 'no role',
  'viewAs.limits': 'read-only · ends at {{time}}',
  'viewAs.leave': 'Leave view',
  'viewAs.ended': 'The view has ended: its time was over, your session ended, or rights changed',
  'viewAs.session': 'Viewing as “{{name}}”',
}
