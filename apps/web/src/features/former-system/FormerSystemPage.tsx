import { Segmented } from 'antd'
import { useSearchParams } from 'react-router'
import { CountedLabel } from '../../components/CountedLabel.tsx'
import { useText } from '../../ground/language.ts'
import { FormerAdmissions } from './FormerAdmissions.tsx'
import { FormerPhones } from './FormerPhones.tsx'
import { useFormerSite } from './use-former-site.ts'

/** The way over for fleets of the former system. */
export function FormerSystemPage() {
  const t = useText()
  const [params, setParams] = useSearchParams()
  const waiting = useFormerSite()?.waiting
  const shown = params.get('tab') ?? 'phones'
  const heading = (
    <Segmented
      aria-label={t('/device/formerSystem')}
      value={shown}
      onChange={(tab) => setParams(tab === 'phones' ? {} : { tab })}
      options={[
        { value: 'phones', label: <CountedLabel text={t('formerPhone.title')} count={waiting} /> },
        { value: 'admissions', label: t('formerPhone.listTitle') },
      ]}
    />
  )
  if (shown === 'admissions') return <FormerAdmissions heading={heading} />
  return <FormerPhones heading={heading} />
}
