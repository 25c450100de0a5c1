import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { Button } from './Button'

function Form({ isBusy, label, onSubmit }: { isBusy: boolean; label?: string; onSubmit: () => void }) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <input aria-label="Name" />
      <Button type="submit" busy={isBusy} busyLabel={isBusy ? label : undefined} onClick={onSubmit}>
        Send
      </Button>
    </form>
  )
}

it.each([undefined, 'Sending…'])('keeps the focus and ignores presses while it is busy with the text %s', async (label) => {
  const user = userEvent.setup()
  const onSubmit = vi.fn()
  const form = (isBusy: boolean) => <Form isBusy={isBusy} {...(label !== undefined && { label })} onSubmit={onSubmit} />
  const { rerender } = render(form(false))
  const button = screen.getByRole('button')
  button.focus()
  rerender(form(true))
  expect(button).toHaveFocus()
  expect(button).toBeEnabled()
  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(button).toHaveAttribute('aria-busy', 'true')
  expect(screen.getByText(label ?? 'Send')).toBeVisible()
  await user.keyboard('{Enter}')
  await user.click(button)
  await user.type(screen.getByRole('textbox'), 'Leyla{Enter}')
  expect(onSubmit).not.toHaveBeenCalled()
  rerender(form(false))
  await user.click(button)
  expect(onSubmit).toHaveBeenCalledTimes(2)
})
