import { site } from '@fleetdeck/contract/site'
import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { siteKey } from '../ground/site.ts'
import { call } from './call.ts'
import { CallError } from './call-error.ts'
import { showError } from './feedback.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { silent?: boolean }
    mutationMeta: { silent?: boolean }
  }
}

const mayRetry = (failures: number, error: Error) =>
  failures < 1 && error instanceof CallError && error.kind === 'network'

class ConsoleQueryClient extends QueryClient {
  /** A first load that is under way may lack the change. Invalidating does not restart it, so it is followed by another. */
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
    onError: (error, query) => {
      if (!query.meta?.silent) showError(error)
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      if (!mutation.meta?.silent) showError(error)
    },
  }),
  defaultOptions: {
    // The console often runs in networks without internet access, which browsers report as offline.
    queries: { networkMode: 'always', retry: mayRetry, refetchOnWindowFocus: false },
    mutations: { networkMode: 'always' },
  },
})

queryClient.setQueryDefaults(siteKey, { queryFn: () => call(site.systemParam) })

/** First part of the keys of dictionaries. */
export const dictionaryKey = 'dictionary'
