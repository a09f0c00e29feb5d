/** Address of a dictionary's values (spec §2). */
export const dataPath = (dictType: string) => `/dict/dataList/${dictType}`
