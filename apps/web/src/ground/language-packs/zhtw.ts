import { shellTexts } from '@fleetdeck/i18n/zhtw/shell-texts'
import type { Locale } from 'antd/es/locale'
import antd from 'antd/es/locale/zh_TW'
import 'dayjs/locale/zh-tw'

/** Words of Taiwan where antd's are of the mainland. */
const taiwanese: Locale = {
  ...antd,
  Pagination: { ...antd.Pagination, items_per_page: '筆/頁', page_size: '每頁筆數' },
  Table: {
    ...antd.Table,
    emptyText: '沒有資料',
    selectNone: '清除選取',
    triggerDesc: '按一下以遞減排序',
    triggerAsc: '按一下以遞增排序',
    cancelSort: '按一下以取消排序',
  },
  Upload: { ...antd.Upload, uploading: '正在上傳…' },
  Empty: { description: '沒有資料' },
}

export const zhtwPack = { texts: shellTexts, antd: taiwanese }
