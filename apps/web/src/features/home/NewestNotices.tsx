import { type BellNotice, notices } from '@fleetdeck/contract/notices'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import { TimeText } from '../../components/TimeText.tsx'
import { useText } from '../../ground/language.ts'
import { lazyPart } from '../../ground/lazy-part.ts'
import { useMay } from '../../ground/session-store.ts'

const NoticeReading = lazyPart(async () => (await import('../../components/NoticeReading.tsx')).NoticeReading)
const shownNotices = 6

/** The same query as the bell's, which keeps it up to date. */
export function NewestNotices() {
  const t = useText()
  const mayWrite = useMay(notices.add.permission)
  const [reading, setReading] = useState<BellNotice>()
  const { data } = useQuery({
    queryKey: [notices.listTop.path],
    queryFn: ({ signal }) => call(notices.listTop, { signal }),
    meta: { silent: true },
  })
  return (
    <section className="home-card" aria-label={t('home.notices')}>
      <h2>{t('home.notices')}</h2>
      {data?.list.length === 0 && (
        <>
          <p className="home-none">{t('home.noNotices')}</p>
          {mayWrite && <Link to="/system/notice">{t('home.writeNotice')}</Link>}
        </>
      )}
      <ul className="home-notices">
        {data?.list.slice(0, shownNotices).map((notice) => (
          <li key={notice.id}>
            <button type="button" onClick={() => setReading(notice)}>
              <span>{notice.noticeTitle}</span>
              <TimeText value={notice.createdAt} />
            </button>
          </li>
        ))}
      </ul>
      {reading && (
        <Suspense fallback={null}>
          <NoticeReading notice={reading} onClose={() => setReading(undefined)} />
        </Suspense>
      )}
    </section>
  )
}
