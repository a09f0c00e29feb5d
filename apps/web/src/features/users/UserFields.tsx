import { Status, UserType } from '@fleetdeck/contract/enums'
import type { RoleId } from '@fleetdeck/contract/ids'
import type { PostOption } from '@fleetdeck/contract/posts'
import { phonePattern, Sex } from '@fleetdeck/contract/profile'
import type { RoleOption } from '@fleetdeck/contract/roles'
import { keyPattern, type OwnLimits, UserDraft } from '@fleetdeck/contract/users'
import { Form, Input, InputNumber, Radio, Select, TreeSelect } from 'antd'
import { FormColumns } from '../../components/FormColumns.tsx'
import { UserPicker } from '../../components/pickers/UserPicker.tsx'
import { SecretInput } from '../../components/SecretInput.tsx'
import { SiteTimeField } from '../../components/SiteTimeField.tsx'
import { StatusField } from '../../components/StatusField.tsx'
import { fullTime } from '../../components/time-text.ts'
import { TextAreaField, TextField } from '../../crud/fields.tsx'
import { seededName, useText } from '../../ground/language.ts'
import { NewPasswordField } from './NewPasswordField.tsx'
import { treeChoices, useDepartmentTree } from './use-department-tree.ts'
import styles from './users.module.css'

interface UserFieldsProps {
  isNew: boolean
  /** Users cannot change their own rights and limits. */
  isOwn: boolean
  /** The stored enrolment key. */
  readKey: () => Promise<string>
  /** Front users can only create front users. */
  isFrontOnly: boolean
  roleList: RoleOption[]
  held: RoleId[]
  posts: PostOption[]
  /** The values that the caller may give to a new user. */
  own: OwnLimits | undefined
}

function AccountFields() {
  const t = useText()
  return (
    <>
      <TextField draft={UserDraft} name="userName" label={t('user.name')} autoFocus autoComplete="off" />
      <NewPasswordField />
    </>
  )
}

function BasicFields({ isNew }: { isNew: boolean }) {
  const t = useText()
  return (
    <>
      <h3 className={styles.group}>{t('user.basic')}</h3>
      <FormColumns>
        {isNew && <AccountFields />}
        <TextField draft={UserDraft} name="nickName" label={t('user.nick')} />
        <Form.Item name="sex" label={t('user.sex')}>
          <Radio.Group
            options={[
              { value: Sex.male, label: t('profile.sexMale') },
              { value: Sex.female, label: t('profile.sexFemale') },
              { value: Sex.unknown, label: t('profile.sexUnknown') },
            ]}
          />
        </Form.Item>
        <Form.Item
          name="phone"
          label={t('user.phone')}
          rules={[{ pattern: phonePattern, message: t('profile.phoneWrong') }]}
        >
          <Input type="tel" maxLength={20} />
        </Form.Item>
        <Form.Item
          name="email"
          label={t('user.email')}
          rules={[{ type: 'email', message: t('profile.emailWrong') }]}
        >
          <Input type="email" maxLength={50} />
        </Form.Item>
      </FormColumns>
    </>
  )
}

function OrganisationFields({ isOwn, isFrontOnly, roleList, held, posts }: UserFieldsProps) {
  const t = useText()
  const { data } = useDepartmentTree()
  return (
    <>
      <h3 className={styles.group}>{t('user.organisation')}</h3>
      <FormColumns>
        <Form.Item name="deptId" label={t('user.department')}>
          <TreeSelect
            allowClear
            showSearch
            treeDefaultExpandAll
            treeNodeFilterProp="title"
            disabled={isOwn}
            placeholder={t('user.noDepartment')}
            treeData={treeChoices(data?.depts ?? [])}
          />
        </Form.Item>
        <Form.Item
          name="postIds"
          label={t('user.posts')}
          rules={[{ required: true, message: t('user.postRequired') }]}
        >
          <Select
            mode="multiple"
            placeholder={t('table.chooseFrom')}
            optionFilterProp="label"
            options={posts.map((post) => ({
              value: post.id,
              label: seededName(post.postName),
              disabled: post.status !== Status.on,
            }))}
          />
        </Form.Item>
        <Form.Item
          name="roleIds"
          label={t('user.roles')}
          rules={[{ required: true, message: t('user.roleRequired') }]}
        >
          <Select
            mode="multiple"
            placeholder={t('table.chooseFrom')}
            optionFilterProp="label"
            disabled={isOwn}
            options={roleList.map((role) => ({
              value: role.id,
              label: seededName(role.roleName),
              disabled: !role.grantable && !held.includes(role.id),
              title: role.grantable ? role.roleKey : t('user.roleNotYours'),
            }))}
          />
        </Form.Item>
        <Form.Item name="parentId" label={t('user.parent')} tooltip={t('user.parentHint')}>
          <UserPicker disabled={isOwn} />
        </Form.Item>
        <Form.Item name="userType" label={t('user.type')} tooltip={t('user.typeHint')}>
          <Radio.Group
            disabled={isOwn || isFrontOnly}
            options={[
              { value: UserType.background, label: t('user.background') },
              { value: UserType.front, label: t('user.front') },
            ]}
          />
        </Form.Item>
        {!isOwn && <StatusField />}
      </FormColumns>
    </>
  )
}

/** The meaning of an empty field for a user below the caller. */
function useBlankTexts(own: OwnLimits | undefined) {
  const t = useText()
  const parentId: number | undefined = Form.useWatch('parentId')
  if (!own || parentId) return undefined
  const { devicesLeft, endsAt, rateLimit, storageMegabytes } = own
  return {
    devices: devicesLeft === null ? t('user.unlimited') : t('user.leftToGive', { count: devicesLeft }),
    end: endsAt === null ? t('user.neverExpires') : fullTime(endsAt),
    storage: storageMegabytes === null ? t('tenants.bySite') : String(storageMegabytes),
    rate: rateLimit === 0 ? t('user.unlimited') : String(rateLimit),
  }
}

function LimitFields({ isOwn, readKey, own }: Pick<UserFieldsProps, 'isOwn' | 'readKey' | 'own'>) {
  const t = useText()
  const blank = useBlankTexts(own)
  const number = (placeholder = '', min = 0) => (
    <InputNumber
      min={min}
      precision={0}
      disabled={isOwn}
      placeholder={placeholder}
      style={{ width: '100%' }}
    />
  )
  return (
    <>
      <h3 className={styles.group}>{t('user.tenant')}</h3>
      <FormColumns>
        <Form.Item name="deviceNumber" label={t('user.deviceNumber')} extra={t('user.deviceNumberHint')}>
          {number(blank?.devices)}
        </Form.Item>
        <Form.Item
          name="conSecret"
          label={t('user.key')}
          extra={t('user.keyHint')}
          rules={[
            // A shorter one from before may stay.
            ({ isFieldTouched }) => ({
              pattern: isFieldTouched('conSecret') ? keyPattern : /./,
              message: t('user.keyFormat'),
            }),
          ]}
        >
          <SecretInput maxLength={64} read={readKey} />
        </Form.Item>
        <Form.Item name="tenantExpireTime" label={t('user.expires')} extra={t('user.expiresHint')}>
          <SiteTimeField disabled={isOwn} {...(blank && { placeholder: blank.end })} />
        </Form.Item>
        <Form.Item name="rateLimit" label={t('user.rateLimit')} extra={t('user.rateLimitHint')}>
          {number(blank?.rate)}
        </Form.Item>
        <Form.Item name="storageMegabytes" label={t('user.storageLimit')} extra={t('user.storageLimitHint')}>
          {number(blank?.storage, 1)}
        </Form.Item>
      </FormColumns>
      <TextAreaField draft={UserDraft} name="remark" label={t('user.remark')} rows={2} />
    </>
  )
}

export function UserFields(props: UserFieldsProps) {
  return (
    <>
      <BasicFields isNew={props.isNew} />
      <OrganisationFields {...props} />
      <LimitFields isOwn={props.isOwn} readKey={props.readKey} own={props.own} />
      {props.isOwn && (
        <Form.Item name="status" hidden>
          <Input />
        </Form.Item>
      )}
    </>
  )
}
