import type { SourceFailure } from '@fleetdeck/contract/script-sources'
import { useText } from '../../ground/language.ts'
import { Output } from './Output.tsx'

/** Why a repository could not be read, what to do, and what git reported. */
export function FailureText({ failure, detail }: { failure: SourceFailure; detail: string }) {
  const t = useText()
  return (
    <>
      {t(`scriptSource.failure.${failure}`)}
      <Output title={t('scriptSource.detail')} text={detail} />
    </>
  )
}
