import type { Rule } from 'antd/es/form'
import type { Translate } from '../../ground/language.ts'

/** spec §5: letters and digits only, no Chinese or special characters. */
export const deviceNumberRules = (t: Translate): Rule[] => [
  { required: true, message: t('device.noRequired') },
  { pattern: /^[A-Za-z0-9]+$/, message: t('device.noFormat') },
  { max: 32, message: t('device.noLength') },
]
