import { shellTexts } from '@fleetdeck/i18n/zhtw/shell-texts'
import antd from 'antd/es/locale/zh_TW'
import 'dayjs/locale/zh-tw'

export const zhtwPack = { texts: shellTexts, antd }
