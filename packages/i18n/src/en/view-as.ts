import type { SameKeys } from '../catalogue.ts'
import type { viewAs as zhcn } from '../zhcn/view-as.ts'

export const viewAs: SameKeys<typeof zhcn> = {
  'viewAs.readOnly': 'This view is read-only. Exit the view to make changes.',
  'viewAs.own': 'This is your own account. Select another user to view as.',
  'viewAs.builtIn': '“{{name}}” is the super admin. Select another user to view as.',
  'viewAs.stronger': '“{{name}}” can see more than you can. Select another user.',
  'viewAs.roleStronger': 'Role “{{name}}” has more permissions than you have. Select another role.',
  'viewAs.accountOff':
    '“{{name}}” cannot sign in because this user or a parent user is disabled. Enable the user first.',
  'viewAs.accountExpired':
    '“{{name}}” cannot sign in because this user or a parent user has expired. Renew the user first.',
  'viewAs.none': 'Viewing as another user has already ended. Refresh the page.',
  'viewAs.action': 'View as…',
  'viewAs.question': 'View the console as “{{name}}”?',
  'viewAs.roleQuestion': 'View the console as role “{{name}}”?',
  'viewAs.hint':
    'This tab will show the menus, buttons and data that “{{name}}” can see. The view is read-only and ends after {{minutes}} min. Its start and end are recorded in the operation log. Phone screens are not shown.',
  'viewAs.roleHint':
    'This tab will show the menus, buttons and data that a user with only this role and no data of their own can see. The view is read-only and ends after {{minutes}} min. Its start and end are recorded in the operation log. Phone screens are not shown.',
  'viewAs.start': 'Start viewing',
  'viewAs.label': 'View as',
  'viewAs.asUser': 'You are viewing the console as “{{name}}”',
  'viewAs.asRole': 'You are viewing the console as role “{{name}}”',
  'viewAs.roles': 'roles: {{names}}',
  'viewAs.noRoles': 'no roles',
  'viewAs.limits': 'read-only · ends at {{time}}',
  'viewAs.leave': 'Exit view',
  'viewAs.ended': 'The view has ended because its time was up, your session ended or permissions changed',
  'viewAs.session': 'Viewing as “{{name}}”',
  'viewAs.held': ' ({{held}})',
}
