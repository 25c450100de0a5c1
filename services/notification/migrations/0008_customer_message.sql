create index notice_customer_message on notice (number) where kind = 'customerMessage';
