import { zhtw } from '@fleetdeck/i18n/zhtw'
import antd from 'antd/es/locale/zh_TW'
import 'dayjs/locale/zh-tw'

export const zhtwPack = { texts: zhtw, antd }
