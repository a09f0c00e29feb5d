import { type TenantOutcome, tenants } from '@fleetdeck/contract/tenants'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Drawer, Flex, Skeleton } from 'antd'
import { type ReactNode, useState } from 'react'
import { ErrorState } from '../../components/ErrorState.tsx'
import { useDebounced } from '../../components/pickers/use-debounced.ts'
import { useText } from '../../ground/language.ts'
import { OutcomeTable } from './OutcomeTable.tsx'
import styles from './tenants.module.css'

export type ChangeKind = 'renew' | 'plan'

interface ChangeDrawerProps<Body> {
  kind: ChangeKind
  title: string
  /** Chooses what changes. */
  children: ReactNode
  /** Undefined while the choice is not complete. */
  body: Body | undefined
  preview: (body: Body, signal: AbortSignal) => Promise<TenantOutcome[]>
  apply: (body: Body) => Promise<TenantOutcome[]>
  /** Gets the accounts that were refused. */
  onApplied: (refused: readonly number[]) => void
  onClose: () => void
}

const buttons = { renew: 'tenants.renewNow', plan: 'tenants.givePlanNow' } as const

const refusedOf = (outcomes: readonly TenantOutcome[]) => outcomes.filter(({ refusal }) => refusal !== null)

/** The effect of the selected change. It follows the choice. */
function usePreview<Body>({ kind, body, preview }: ChangeDrawerProps<Body>) {
  const written = JSON.stringify(body ?? null)
  const quiet = useDebounced(written)
  const chosen = JSON.parse(quiet) as Body | null
  const query = useQuery({
    queryKey: ['tenant preview', kind, quiet],
    queryFn: ({ signal }) => (chosen === null ? [] : preview(chosen, signal)),
    enabled: chosen !== null,
    placeholderData: keepPreviousData,
    gcTime: 0,
    meta: { silent: true },
  })
  const isNewest = written === quiet && !query.isPlaceholderData && !query.isFetching
  return { ...query, outcomes: body && query.data, isNewest }
}

/** Changes many accounts: first what it would do, then what it did, account by account. */
export function ChangeDrawer<Body>(props: ChangeDrawerProps<Body>) {
  const t = useText()
  const client = useQueryClient()
  const { kind, body, onClose } = props
  const { outcomes, error, isNewest, refetch } = usePreview(props)
  const [results, setResults] = useState<TenantOutcome[]>()
  const applying = useMutation({
    mutationFn: props.apply,
    onSuccess: async (made) => {
      setResults(made)
      props.onApplied(refusedOf(made).map(({ id }) => id))
      await client.invalidateQueries({ queryKey: [tenants.list.path] })
    },
  })
  const ready = outcomes ? outcomes.length - refusedOf(outcomes).length : 0
  return (
    <Drawer
      open
      size={860}
      title={props.title}
      onClose={onClose}
      footer={
        <Flex justify="end" gap={8}>
          {results ? (
            <Button type="primary" autoFocus onClick={onClose}>
              {t('tenants.done')}
            </Button>
          ) : (
            <>
              <Button onClick={onClose}>{t('table.cancel')}</Button>
              <Button
                type="primary"
                disabled={!isNewest || ready === 0}
                loading={applying.isPending}
                onClick={() => body && applying.mutate(body)}
              >
                {t(buttons[kind], { count: ready })}
              </Button>
            </>
          )}
        </Flex>
      }
    >
      <div className={styles.outcome}>
        {results ? (
          <>
            <Summary outcomes={results} isDone />
            <OutcomeTable outcomes={results} />
          </>
        ) : (
          <>
            {props.children}
            {error && (
              <ErrorState title={t('tenants.previewFailed')} error={error} onRetry={() => void refetch()} />
            )}
            {body && !outcomes && !error && <Skeleton active title={false} />}
            {outcomes && (
              <div className={styles.outcome} aria-busy={!isNewest}>
                <Summary outcomes={outcomes} />
                <OutcomeTable outcomes={outcomes} />
              </div>
            )}
          </>
        )}
      </div>
    </Drawer>
  )
}

function Summary({ outcomes, isDone = false }: { outcomes: readonly TenantOutcome[]; isDone?: boolean }) {
  const t = useText()
  const refused = refusedOf(outcomes).length
  const done = outcomes.length - refused
  const title = isDone ? t('tenants.changed', { count: done }) : t('tenants.willChange', { count: done })
  return (
    <Alert
      showIcon
      role="status"
      type={refused > 0 ? (done > 0 ? 'warning' : 'error') : isDone ? 'success' : 'info'}
      title={refused > 0 ? `${title} · ${t('tenants.refused', { count: refused })}` : title}
      {...(isDone && refused > 0 && { description: t('tenants.refusedStay') })}
    />
  )
}
