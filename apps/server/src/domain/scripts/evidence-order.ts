import type { ParameterStore } from '../../platform/parameters/parameter-store.ts'

/** What phones add to reports of script errors, as part of the order of a run. */
export const evidenceOrder = (parameters: ParameterStore) =>
  parameters.get('script.evidence') ? { evidence: { blurred: parameters.get('script.evidenceBlurred') } } : {}
