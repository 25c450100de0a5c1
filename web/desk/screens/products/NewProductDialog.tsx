import { textLimits } from '@desk/lib/product-fields'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import * as z from 'zod/mini'
import { Field, Select } from '@shared/components/Field'
import { required } from '@shared/forms/schema'
import { call } from '@desk/api/client'
import { FormDialog } from '@desk/components/FormDialog'
import { useServerForm } from '@desk/lib/forms'
import { categories, keepProduct, normalizeCode, productPath } from '@desk/lib/products'

const schema = z.object({
  code: required(20).check(z.overwrite(normalizeCode), z.regex(/^[A-Z0-9-]{2,20}$/, 'PRODUCT.CODE_INVALID')),
  nameAz: required(textLimits.name),
  categoryId: z.string(),
})

/** Makes a hidden product, and opens it. */
export function NewProductDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const { field, submit, failureText, isBusy } = useServerForm({ schema, defaultValues: { code: '', nameAz: '', categoryId: '1' } })
  const send = submit(async ({ categoryId, ...typed }, keyFor) => {
    const body = { ...typed, categoryId: Number(categoryId) }
    const product = await call('POST', '/desk/products', { body, key: keyFor(body) })
    keepProduct(product)
    onClose()
    navigate(productPath(product.code))
  })
  return (
    <FormDialog
      title={t('PRODUCTS.ADD_TITLE')}
      description={t('PRODUCTS.ADD_TEXT')}
      onClose={onClose}
      onSubmit={(event) => void send(event)}
      submitText={t('PRODUCTS.ADD')}
      isBusy={isBusy}
      failure={failureText}
    >
      <Field {...field('code')} label={t('PRODUCTS.CODE')} hint={t('PRODUCTS.CODE_HINT')} autoComplete="off" />
      <Field {...field('nameAz')} label={t('PRODUCTS.NAME_AZ')} lang="az" autoComplete="off" />
      <Select {...field('categoryId')} label={t('PRODUCT.CATEGORY')}>
        {categories.map(({ id, text }) => (
          <option key={id} value={id}>
            {t(text)}
          </option>
        ))}
      </Select>
    </FormDialog>
  )
}
