import { shellTexts } from '@fleetdeck/i18n/en/shell-texts'
import antd from 'antd/es/locale/en_US'

export const enPack = { texts: shellTexts, antd }
