/** The address of a device's own page. */
export const devicePath = (deviceNo: string) => `/device/detail/${encodeURIComponent(deviceNo)}`

/** The address of a phone's own window. */
export const screenPath = (deviceNo: string) => `/screen?deviceNo=${encodeURIComponent(deviceNo)}`
