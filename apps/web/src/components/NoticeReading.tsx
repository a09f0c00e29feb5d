import type { BellNotice } from '@fleetdeck/contract/notices'
import { Drawer, Space } from 'antd'
import { seededName } from '../ground/language.ts'
import { DictTag } from './dictionary/DictTag.tsx'
import { RichText } from './rich-text/RichText.tsx'
import { TimeText } from './TimeText.tsx'

/** One notice, opened from the bell. */
export function NoticeReading({ notice, onClose }: { notice: BellNotice; onClose: () => void }) {
  return (
    <Drawer open size={560} title={notice.noticeTitle} onClose={onClose}>
      <Space style={{ marginBottom: 16 }}>
        <DictTag type="sys_notice_type" value={notice.noticeType} />
        {seededName(notice.createBy)}
        <TimeText value={notice.createdAt} />
      </Space>
      <RichText html={notice.noticeContent} />
    </Drawer>
  )
}
