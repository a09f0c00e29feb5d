import { ownFactors } from '@fleetdeck/contract/second-factor'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Skeleton } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useText } from '../../ground/language.ts'
import { ErrorState } from '../ErrorState.tsx'
import { AppFactor } from './AppFactor.tsx'
import { PasskeyList } from './PasskeyList.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'

/**
 * The caller's authenticator app, passkeys and recovery codes.
 * @param onSetUp called when a first factor is set up and its recovery codes are saved
 */
export function FactorSettings({ onSetUp }: { onSetUp?: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const [codes, setCodes] = useState<string[]>()
  const { data, error, refetch } = useQuery({
    queryKey: [ownFactors.one.path],
    queryFn: ({ signal }) => call(ownFactors.one, { signal }),
    meta: { silent: true },
  })
  const refresh = () => client.invalidateQueries({ queryKey: [ownFactors.one.path] })
  const onAdded = async ({ recoveryCodes }: { recoveryCodes: string[] }) => {
    if (recoveryCodes.length > 0) setCodes(recoveryCodes)
    await refresh()
    if (recoveryCodes.length === 0) onSetUp?.()
  }
  if (error && !data) return <ErrorState title={t('table.loadFailed')} error={error} onRetry={refetch} />
  if (!data) return <Skeleton active />
  const hasFactor = data.totp !== null || data.passkeys.length > 0
  return (
    <>
      <p className="login-hint">{t('factor.intro')}</p>
      {data.isRequired && (
        <Alert type={hasFactor ? 'info' : 'warning'} showIcon title={t('factor.required')} />
      )}
      <AppFactor totp={data.totp} onAdded={onAdded} onChanged={refresh} />
      <PasskeyList passkeys={data.passkeys} onAdded={onAdded} onChanged={refresh} />
      {hasFactor && <RecoveryCodes left={data.recoveryCodesLeft} onMade={onAdded} />}
      {codes && (
        <RecoveryCodesDialog
          codes={codes}
          onClose={() => {
            setCodes(undefined)
            onSetUp?.()
          }}
        />
      )}
    </>
  )
}
