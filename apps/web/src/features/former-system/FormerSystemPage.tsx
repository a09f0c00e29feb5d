import { formerImport } from '@fleetdeck/contract/former-import'
import { formerScripts } from '@fleetdeck/contract/former-scripts'
import { Segmented } from 'antd'
import { useSearchParams } from 'react-router'
import { CountedLabel } from '../../components/CountedLabel.tsx'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { FormerAdmissions } from './FormerAdmissions.tsx'
import { FormerImport } from './FormerImport.tsx'
import { FormerPhones } from './FormerPhones.tsx'
import { FormerScripts } from './FormerScripts.tsx'
import { useFormerSite } from './use-former-site.ts'

/** The way over for fleets of the former system: its phones, scripts, and exported files. */
export function FormerSystemPage() {
  const t = useText()
  const [params, setParams] = useSearchParams()
  const waiting = useFormerSite()?.waiting
  const maySeeScripts = useMay(formerScripts.list.permission)
  const mayImport = useMay(formerImport.start.permission)
  const shown = params.get('tab') ?? 'phones'
  const heading = (
    <Segmented
      aria-label={t('/device/formerSystem')}
      value={shown}
      onChange={(tab) => setParams(tab === 'phones' ? {} : { tab })}
      options={[
        { value: 'phones', label: <CountedLabel text={t('formerPhone.title')} count={waiting} /> },
        { value: 'admissions', label: t('formerPhone.listTitle') },
        ...(maySeeScripts ? [{ value: 'scripts', label: t('formerPhone.scripts') }] : []),
        ...(mayImport ? [{ value: 'import', label: t('formerPhone.import') }] : []),
      ]}
    />
  )
  if (shown === 'admissions') return <FormerAdmissions heading={heading} />
  if (shown === 'scripts' && maySeeScripts) return <FormerScripts heading={heading} />
  if (shown === 'import' && mayImport) return <FormerImport heading={heading} />
  return <FormerPhones heading={heading} />
}
