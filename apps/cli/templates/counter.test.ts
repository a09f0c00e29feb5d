test('the counter adds the goal, and the fleet counts it', async ({ phone, run, data }) => {
  const { state, result } = await run('counter.ts', { params: { goal: '5' } })
  expect(state).toBe('succeeded')
  await expect(phone).toShowElement('counter:id/plus')
  await expect(phone).toShowText('5')
  expect(await data.getCache({ cacheKey: 'counted' })).toMatchObject({ content: '5' })
})
