import { Suspense } from 'react'
import { useIncidentSummary } from '../../components/incidents/use-incident-summary.ts'
import { ageText } from '../../components/time-text.ts'
import { useSecond } from '../../components/use-now.ts'
import { loadPageTexts, useText } from '../../ground/language.ts'
import { lazyPart } from '../../ground/lazy-part.ts'

/** Loaded when something is wrong. */
const OpenIncidents = lazyPart(async () => {
  const [{ OpenIncidents }] = await Promise.all([import('./OpenIncidents.tsx'), loadPageTexts()])
  return OpenIncidents
})

/** The problems of the installation and the remedies, for its administrators; one line while all is well. */
export function InstallationState() {
  const t = useText()
  const { maySee, data, isError, dataUpdatedAt } = useIncidentSummary()
  if (!maySee) return null
  if (!data) return <p className="home-well">{isError && t('home.installationUnknown')}</p>
  if (data.open.length === 0) return <Well seconds={data.checkedSeconds} since={dataUpdatedAt} />
  return (
    <Suspense fallback={<p className="home-well" aria-busy />}>
      <OpenIncidents open={data.open} count={data.critical + data.warning} />
    </Suspense>
  )
}

/** `since`: when the page read the age of the check; ms since 1970. */
function Well({ seconds, since }: { seconds: number | null; since: number }) {
  const t = useText()
  const now = useSecond()
  if (seconds === null) return <p className="home-well">{t('home.installationChecking')}</p>
  const time = ageText(Math.max(0, now - since) + seconds * 1000, document.documentElement.lang)
  return (
    <p className="home-well">
      <i className="state-mark state-online" aria-hidden />
      {t('home.installationWell', { time })}
    </p>
  )
}
