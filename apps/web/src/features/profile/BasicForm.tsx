import {
  type Profile,
  type ProfileDraft,
  phonePattern,
  profile as profileCalls,
  Sex,
} from '@fleetdeck/contract/profile'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button, Form, Input, Radio } from 'antd'
import { useEffect, useId } from 'react'
import { call } from '../../api/call.ts'
import { showSuccess } from '../../api/feedback.ts'
import { loadRights } from '../../app/session/rights.ts'
import { useFormDraft } from '../../components/drafts/use-form-draft.tsx'
import { showRefusedField } from '../../components/refused-field.ts'
import { useTranslatedErrors } from '../../components/use-translated-errors.ts'
import { nameToStore, seededName, useText } from '../../ground/language.ts'

/** Nickname, phone, email and sex of the caller. */
export function BasicForm({ profile }: { profile: Profile }) {
  const t = useText()
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: (body: ProfileDraft) => call(profileCalls.edit, { body }),
    onError: (error) => showRefusedField(form, error),
    onSuccess: async () => {
      draft.drop()
      showSuccess(t('common.saved'))
      await client.invalidateQueries({ queryKey: [profileCalls.own.path] })
      // The header shows the nickname.
      await loadRights()
    },
  })
  const [form] = Form.useForm<ProfileDraft>()
  const formId = useId()
  const { phone, email, sex } = profile
  const draft = useFormDraft(form, { place: 'profile', formId, stored: profile })
  useTranslatedErrors(form)
  const nickName = seededName(profile.nickName)
  // The language may change while the form is open.
  useEffect(() => {
    if (!form.isFieldTouched('nickName')) form.setFieldValue('nickName', nickName)
  }, [form, nickName])
  return (
    <Form<ProfileDraft>
      form={form}
      name={formId}
      layout="vertical"
      initialValues={{ nickName, phone, email, sex }}
      onFinish={(values) =>
        save.mutate({ ...values, nickName: nameToStore(values.nickName, profile.nickName) })
      }
      onValuesChange={draft.keep}
      scrollToFirstError={{ focus: true }}
    >
      {draft.bar}
      <Form.Item
        name="nickName"
        label={t('profile.nickName')}
        rules={[{ required: true, whitespace: true, message: t('profile.nickNameRequired') }]}
      >
        <Input autoComplete="nickname" maxLength={50} />
      </Form.Item>
      <Form.Item
        name="phone"
        label={t('profile.phone')}
        rules={[{ pattern: phonePattern, message: t('profile.phoneWrong') }]}
      >
        <Input type="tel" autoComplete="tel" maxLength={20} />
      </Form.Item>
      <Form.Item
        name="email"
        label={t('profile.email')}
        rules={[{ type: 'email', message: t('profile.emailWrong') }]}
      >
        <Input type="email" autoComplete="email" maxLength={100} />
      </Form.Item>
      <Form.Item name="sex" label={t('profile.sex')}>
        <Radio.Group
          options={[
            { value: Sex.male, label: t('profile.sexMale') },
            { value: Sex.female, label: t('profile.sexFemale') },
            { value: Sex.unknown, label: t('profile.sexUnknown') },
          ]}
        />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={save.isPending}>
        {t('common.save')}
      </Button>
    </Form>
  )
}
