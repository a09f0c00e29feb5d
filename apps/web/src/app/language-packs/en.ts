import { en } from '@fleetdeck/i18n/en'
import antd from 'antd/es/locale/en_US'

export const enPack = { texts: en, antd }
