import type { Rule } from 'antd/es/form'
import type { Translate } from '../../ground/language.ts'

/** Of the site; spec §5, account and password. */
export const lengthRule = (t: Translate, limits: { min: number; max: number }): Rule => ({
  ...limits,
  message: t('session.passwordLength', limits),
})

/** The second of two fields that must be equal. */
export function confirmRules(t: Translate, field: string): Rule[] {
  return [
    { required: true, message: t('profile.confirmRequired') },
    ({ getFieldValue }) => ({
      validator: (_, value) =>
        value && value !== getFieldValue(field)
          ? Promise.reject(new Error(t('profile.passwordMismatch')))
          : Promise.resolve(),
    }),
  ]
}
