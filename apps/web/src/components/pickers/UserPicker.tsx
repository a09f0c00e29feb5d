import { type UserCard, users } from '@fleetdeck/contract/users'
import { call } from '../../api/call.ts'
import { personName } from '../../ground/language.ts'
import { BrowsableSelect } from './BrowsableSelect.tsx'
import { PickedName } from './PickedName.tsx'
import { listSource, type PickSource } from './pick-source.ts'
import { type PickerProps, RemoteSelect } from './RemoteSelect.tsx'

const toOption = (user: UserCard) => ({ value: user.id, label: personName(user) })

const source: PickSource = {
  ...listSource(users.listAll, { searchBy: 'userName', toOption }),
  one: async (id) => {
    const [user] = await call(users.cards, { query: { ids: [id] } })
    return user && toOption(user)
  },
}

/** With a title it can also be selected in a dialog. */
export function UserPicker({ title, ...props }: PickerProps & { title?: string }) {
  if (title === undefined) return <RemoteSelect {...props} source={source} />
  return <BrowsableSelect {...props} title={title} source={source} />
}

export const UserName = ({ id }: { id: string }) => <PickedName source={source} value={id} />
