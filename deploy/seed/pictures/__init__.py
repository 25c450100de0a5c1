"""Photographs of the seed catalogue, rendered from models that follow each product's measurements."""
