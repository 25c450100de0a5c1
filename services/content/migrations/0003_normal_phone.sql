-- Phones in their normal form.
update outlet set whatsapp = normal_phone(whatsapp) where whatsapp <> normal_phone(whatsapp);
