import { site } from '@fleetdeck/contract/site'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
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

/** Every failure is shown here, once; a page that shows its own sets `meta: { silent: true }`. */
export const queryClient = new QueryClient({
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
