import { Status, UserType } from '@fleetdeck/contract/enums'
import type { PostId, RoleId } from '@fleetdeck/contract/ids'
import { secretMask } from '@fleetdeck/contract/parameter-rows'
import { Sex } from '@fleetdeck/contract/profile'
import { type User, users } from '@fleetdeck/contract/users'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { call } from '../../api/call.ts'
import { ask, showSuccess } from '../../api/feedback.ts'
import { orNull } from '../../components/blank-values.ts'
import { FormDrawer } from '../../components/FormDrawer.tsx'
import { nameToStore, seededName, useText } from '../../ground/language.ts'
import { useSession } from '../../ground/session-store.ts'
import type { ShownPassword } from './PasswordOnce.tsx'
import { UserFields } from './UserFields.tsx'
import { disableHint } from './user-columns.tsx'

type UserForm = Omit<User, 'id'> & {
  password?: string
  conSecret?: string
  roleIds: RoleId[]
  postIds: PostId[]
  sex: Sex
  status: Status
  userType: UserType
}

/** The form's initial values: for an existing user, the current ones. */
function useUserForm(user: User | undefined) {
  return useQuery({
    queryKey: [users.one.path, user?.id ?? 'new'],
    queryFn: async () => {
      if (user) return { ...(await call(users.one, { query: { id: user.id } })), own: undefined }
      return { ...(await call(users.form)), userInfo: undefined, checkedRoleIds: [], checkedPosts: [] }
    },
    gcTime: 0,
  })
}

function buildBody(values: UserForm) {
  const { nickName, phone, email, sex, status, postIds, roleIds, userType, remark } = values
  return {
    ...{ nickName, phone, email, sex, status, postIds, roleIds, userType, remark },
    deptId: orNull(values.deptId),
    deviceNumber: orNull(values.deviceNumber),
    conSecret: values.conSecret === secretMask ? '' : (values.conSecret ?? ''),
    tenantExpireTime: orNull(values.tenantExpireTime),
    rateLimit: values.rateLimit ?? 0,
    storageMegabytes: orNull(values.storageMegabytes),
  }
}

/** Asks before users below stop too. */
async function mayDisable(t: ReturnType<typeof useText>, user: User, { status }: UserForm): Promise<boolean> {
  if (status === Status.on || user.status !== Status.on || user.usersBelow === 0) return true
  return ask({
    title: t('user.disableTitle', { name: user.userName }),
    content: disableHint(t, user),
    okText: t('organisation.disable'),
    okButtonProps: { danger: true },
    cancelText: t('table.cancel'),
  })
}

interface UserDrawerProps {
  user: User | undefined
  onClose: () => void
  onPassword: (shown: ShownPassword) => void
}

/** Adds a user or changes one; a password made by the server is shown once afterwards. */
export function UserDrawer({ user, onClose, onPassword }: UserDrawerProps) {
  const t = useText()
  const client = useQueryClient()
  const own = useSession((state) => state.user)
  const { data } = useUserForm(user)
  const isFrontOnly = own?.userType === UserType.front && !own.isAdmin

  const save = async (values: UserForm) => {
    const body = buildBody({ ...values, nickName: nameToStore(values.nickName, user?.nickName) })
    if (user) {
      if (!(await mayDisable(t, user, values))) return false
      await call(users.edit, { body: { ...body, id: user.id, parentId: values.parentId ?? user.parentId } })
      showSuccess(t('table.saved'))
    } else {
      const { userName, password = '', parentId } = values
      const added = { ...body, userName, password, ...(parentId && { parentId }) }
      const made = await call(users.add, { body: added })
      showSuccess(t('table.added'))
      if (made.password)
        onPassword({ title: t('user.firstPassword', { name: userName }), password: made.password })
    }
    await client.invalidateQueries({ queryKey: [users.list.path] })
    return true
  }
  const toInitialValues = ({
    userInfo,
    checkedRoleIds,
    checkedPosts,
    own: limits,
  }: NonNullable<typeof data>) =>
    userInfo
      ? {
          ...userInfo,
          nickName: seededName(userInfo.nickName),
          conSecret: secretMask,
          roleIds: checkedRoleIds,
          postIds: checkedPosts,
          tenantExpireTime: userInfo.tenantExpireTime,
        }
      : {
          sex: Sex.unknown,
          status: Status.on,
          userType: isFrontOnly ? UserType.front : UserType.background,
          ...(isFrontOnly && { deptId: limits?.deptId }),
        }
  return (
    <FormDrawer<UserForm>
      key={data ? 'loaded' : 'loading'}
      place={`user/${user?.id ?? 'new'}`}
      title={t(user ? 'user.edit' : 'user.add')}
      name={user?.userName}
      width={720}
      {...(data && { initialValues: toInitialValues(data) })}
      onClose={onClose}
      onSubmit={save}
    >
      {data ? (
        <UserFields
          isNew={!user}
          readKey={async () => (user ? (await call(users.key, { query: { id: user.id } })).conSecret : '')}
          isOwn={user !== undefined && user.id === own?.id}
          isFrontOnly={isFrontOnly}
          roleList={data.roleList}
          held={data.checkedRoleIds}
          posts={data.posts}
          own={data.own}
        />
      ) : (
        <Skeleton active paragraph={{ rows: 12 }} />
      )}
    </FormDrawer>
  )
}
