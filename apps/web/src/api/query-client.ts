import { site } from '@fleetdeck/contract/site'
import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { growingPauseMs } from '../ground/growing-pause.ts'
import { siteKey } from '../ground/site.ts'
import { useSiteZone } from '../ground/site-zone.ts'
import { call } from './call.ts'
import { isOutage } from './call-error.ts'
import { showError } from './feedback.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { silent?: boolean }
    mutationMeta: { silent?: boolean }
  }
}

const mayRetry = (failures: number, error: Error) =>
  failures < 1 && isOutage(error) && error.kind !== 'timeout'

/** How often in a row each query has failed by an outage. */
const outages = new WeakMap<object, number>()

/** Data that an outage prevented from loading is loaded again, with growing pauses, while it is shown. */
export function pauseInOutage(query: { state: { error: unknown } }): number | false {
  return isOutage(query.state.error) && growingPauseMs(1 + (outages.get(query) ?? 0))
}

class ConsoleQueryClient extends QueryClient {
  /**
   * A first load that is in progress may lack the change. Invalidating does not restart it, so it is followed by
   * another.
   */
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const loading = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined)
    await super.invalidateQueries(filters, options)
    const outdated = loading.filter(
      ({ state }) => state.dataUpdateCount === 1 && state.fetchStatus === 'idle' && !state.isInvalidated,
    )
    await Promise.all(
      outdated.map(({ queryKey }) => super.invalidateQueries({ queryKey, exact: true }, options)),
    )
  }
}

/** Every failure is shown here, once; a page that shows its own sets `meta: { silent: true }`. */
export const queryClient = new ConsoleQueryClient({
  queryCache: new QueryCache({
    onSuccess: (_, query) => outages.delete(query),
    onError: (error, query) => {
      const failures = outages.get(query) ?? 0
      if (isOutage(error)) outages.set(query, failures + 1)
      // The automatic retries show nothing.
      if (!query.meta?.silent && failures === 0) showError(error)
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      if (!mutation.meta?.silent) showError(error)
    },
  }),
  defaultOptions: {
    // The console often runs in networks without internet access, which browsers report as offline.
    queries: {
      networkMode: 'always',
      retry: mayRetry,
      refetchInterval: pauseInOutage,
      // Pages without the socket for pushes, such as the sign-in page, hear of it from the browser.
      refetchOnReconnect: true,
      refetchOnWindowFocus: false,
    },
    mutations: { networkMode: 'always' },
  },
})

queryClient.setQueryDefaults(siteKey, {
  queryFn: async () => {
    const answer = await call(site.systemParam)
    useSiteZone.setState({ zone: answer.timeZone })
    return answer
  },
})

/** First part of the keys of dictionaries. */
export const dictionaryKey = 'dictionary'
