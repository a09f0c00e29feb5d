import type { Rule } from 'antd/es/form'
import { passwordMax, passwordMin } from '../../ground/constants.ts'
import type { Translate } from '../../ground/language.ts'

/** Spec §5, account and password. */
export const lengthRule = (t: Translate): Rule => ({
  min: passwordMin,
  max: passwordMax,
  message: t('profile.passwordLength', { min: passwordMin, max: passwordMax }),
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
