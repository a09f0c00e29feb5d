import { shellTexts } from '@fleetdeck/i18n/zhcn/shell-texts'
import antd from 'antd/es/locale/zh_CN'
import 'dayjs/locale/zh-cn'

export const zhcnPack = { texts: shellTexts, antd }
