-- Prepared texts for messages to customers.
create table template (
    code       text primary key check (code ~ '^[a-z0-9_]{1,40}$'),
    channel    text not null check (channel in ('whatsapp', 'mail')),
    -- Texts by language.
    name       jsonb not null,
    subject    jsonb not null,
    text       jsonb not null,
    version    bigint not null default 1,
    -- Staff UUID or `operator`; null = as delivered.
    changed_by text,
    changed_at timestamptz not null default now()
);

-- The first one is the text with which the desk opens the chat about an offer.
insert into template (code, channel, name, subject, text) values
('price_ready', 'whatsapp',
 '{"az": "Təklif hazırdır", "ru": "Предложение готово", "en": "The offer is ready"}',
 '{"az": "", "ru": "", "en": ""}',
 '{"az": "Salam, {name}! Sizin üçün hazırladığımız təklif: {link}",
   "ru": "Здравствуйте, {name}! Мы подготовили для вас предложение: {link}",
   "en": "Hello, {name}! We have prepared your offer: {link}"}'),
('price_ready_mail', 'mail',
 '{"az": "Təklif hazırdır", "ru": "Предложение готово", "en": "The offer is ready"}',
 '{"az": "{product}: təklifiniz hazırdır", "ru": "{product}: ваше предложение готово", "en": "{product}: your offer is ready"}',
 '{"az": "Salam, {name}!\n\n{product} üçün təklifimiz hazırdır: {link}\n\nSualınız olsa, bu məktuba cavab yazın.\n\n{me}",
   "ru": "Здравствуйте, {name}!\n\nНаше предложение на {product} готово: {link}\n\nЕсли появятся вопросы, ответьте на это письмо.\n\n{me}",
   "en": "Hello {name},\n\nOur offer for {product} is ready: {link}\n\nIf you have questions, just reply to this mail.\n\n{me}"}'),
('no_answer', 'whatsapp',
 '{"az": "Zəngə cavab olmadı", "ru": "Не дозвонились", "en": "No answer to our call"}',
 '{"az": "", "ru": "", "en": ""}',
 '{"az": "Salam, {name}! {product} haqqında sorğunuza görə zəng etdik, amma sizə çata bilmədik. Nə vaxt zəng etsək, rahat olar? {me}",
   "ru": "Здравствуйте, {name}! Звонили вам по заявке на {product}, но не дозвонились. Когда вам удобно говорить? {me}",
   "en": "Hello, {name}! We called you about your request for {product} but could not reach you. When may we call? {me}"}'),
('ask_size', 'whatsapp',
 '{"az": "Ölçüləri soruşmaq", "ru": "Уточнить размеры", "en": "Ask for the size"}',
 '{"az": "", "ru": "", "en": ""}',
 '{"az": "Salam, {name}! {product} üçün qiymət hesablamaq istəyirik. Otağın ölçülərini və bir şəklini göndərə bilərsiniz? {me}",
   "ru": "Здравствуйте, {name}! Хотим рассчитать цену на {product}. Пришлите, пожалуйста, размеры помещения и фотографию. {me}",
   "en": "Hello, {name}! We would like to work out the price of {product}. Could you send us the size of the room and a picture? {me}"}');
